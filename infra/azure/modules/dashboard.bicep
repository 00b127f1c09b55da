// The workbook: how much comes in, what becomes of it, how late it is and what waits.

param displayName string
param location string
param tags object
param workspaceId string

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  // Workbooks are named by a GUID; this one is always the same in this group.
  name: guid(resourceGroup().id, 'sluice', displayName)
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: displayName
    category: 'workbook'
    version: 'Notebook/1.0'
    sourceId: workspaceId
    serializedData: replace(loadTextContent('../workbook.json'), 'WORKSPACE', workspaceId)
  }
}
