// Where logs and metrics go. Nobody sends with a key: the app sends as its identity.

param prefix string
param suffix string
param location string
param tags object

@minValue(30)
@maxValue(730)
param retentionDays int

resource workspace 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: '${prefix}-logs-${suffix}'
  location: location
  tags: tags
  properties: {
    retentionInDays: retentionDays
    sku: {
      name: 'PerGB2018'
    }
    features: {
      disableLocalAuth: true
      enableLogAccessUsingOnlyResourcePermissions: true
    }
  }
}

resource insights 'Microsoft.Insights/components@2020-02-02' = {
  name: '${prefix}-insights-${suffix}'
  location: location
  tags: tags
  kind: 'web'
  properties: {
    Application_Type: 'web'
    DisableLocalAuth: true
    IngestionMode: 'LogAnalytics'
    WorkspaceResourceId: workspace.id
  }
}

output workspaceId string = workspace.id
output insightsName string = insights.name
