// When somebody should look. What to do then is in the runbook, RUNBOOK.md.

param prefix string
param suffix string
param location string
param tags object

param workspaceId string
param namespaceId string

@description('Who is told, by mail.')
@minLength(1)
param emails string[]

@minValue(1)
@maxValue(1440)
param lagMinutes int

@minValue(1)
@maxValue(168)
param parkedHours int

@minValue(0)
param quarantinedItems int

@minValue(0)
param failedBatches int

// Of the metrics, each row is a sum, a maximum and so on over a minute or so of one instance.
// A row of AppRequests may stand for several calls, when they are sampled: ItemCount says for how many.
// The "value" of a query is compared with the threshold, for each stream (and partition) alone where there are such columns.
var rules = [
  {
    name: 'lag'
    summary: 'The lake is behind: from the broker taking a record until it was durable it took too long.'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.lag'
      | summarize value = max(Max) by bin(TimeGenerated, 5m), stream = tostring(Properties.stream)
    '''
    aggregation: 'Maximum'
    operator: 'GreaterThan'
    threshold: lagMinutes * 60000
    window: 'PT15M'
    by: ['stream']
  }
  {
    name: 'silence'
    summary: 'The hub gets events, and nobody takes them in: the app is stopped, or may not read the hub.'
    severity: 1
    query: replace('''
      let came = toscalar(AzureMetrics | where _ResourceId =~ 'NAMESPACE' and MetricName == 'IncomingMessages' | summarize sum(Total));
      let taken = toscalar(AppMetrics | where Name == 'sluice.records' | summarize sum(Sum));
      print value = iff(coalesce(came, 0.0) > 0 and coalesce(taken, 0.0) == 0, 1, 0)
    ''', 'NAMESPACE', namespaceId)
    aggregation: 'Maximum'
    operator: 'GreaterThan'
    threshold: 0
    window: 'PT30M'
    by: []
  }
  {
    name: 'holes'
    summary: 'Stretches of a log that nobody has taken in: replay them from the archive, or accept the loss with a reason.'
    severity: 1
    query: '''
      AppMetrics
      | where Name == 'sluice.holes'
      | summarize value = max(Max) by bin(TimeGenerated, 5m), stream = tostring(Properties.stream), partition = tostring(Properties.partition)
    '''
    aggregation: 'Maximum'
    operator: 'GreaterThan'
    threshold: 0
    window: 'PT15M'
    by: ['stream', 'partition']
  }
  {
    name: 'quarantine'
    summary: 'Items that could not be read were set aside; their codes are in sluice.faults and in "sluice quarantine list".'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.items.quarantined'
      | summarize value = sum(Sum) by bin(TimeGenerated, 5m), stream = tostring(Properties.stream)
    '''
    aggregation: 'Total'
    operator: 'GreaterThan'
    threshold: quarantinedItems
    window: 'PT15M'
    by: ['stream']
  }
  {
    name: 'parked-age'
    summary: 'A split event waits for a piece that does not come.'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.parked.age'
      | summarize value = max(Max) by bin(TimeGenerated, 5m)
    '''
    aggregation: 'Maximum'
    operator: 'GreaterThan'
    threshold: parkedHours * 3600000
    window: 'PT15M'
    by: []
  }
  {
    name: 'parked-reported'
    summary: 'A sweep found split events that are incomplete for too long, or can never become one; they are in the quarantine now.'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.parked.reported'
      | summarize value = max(Max) by bin(TimeGenerated, 5m)
    '''
    aggregation: 'Maximum'
    operator: 'GreaterThan'
    threshold: 0
    window: 'PT15M'
    by: []
  }
  {
    name: 'sweeps'
    summary: 'No sweep ended well for half an hour: they fail, or the app does not run at all.'
    severity: 1
    query: '''
      AppRequests
      | where Name == 'Sweep' and Success == true
      | summarize value = sum(ItemCount)
    '''
    aggregation: 'Total'
    operator: 'LessThan'
    threshold: 1
    window: 'PT30M'
    by: []
  }
  {
    name: 'retries'
    summary: 'Batches are thrown back and given again: a store fails, refuses or is too slow. Nothing is lost meanwhile; the lag grows.'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.batches.failed'
      | summarize value = sum(Sum) by bin(TimeGenerated, 5m)
    '''
    aggregation: 'Total'
    operator: 'GreaterThan'
    threshold: failedBatches
    window: 'PT15M'
    by: []
  }
  {
    name: 'calls'
    summary: 'Calls of a function fail; with wrong settings all of them do, and each says what is wrong.'
    severity: 2
    query: '''
      AppRequests
      | where Success == false
      | summarize value = sum(ItemCount) by bin(TimeGenerated, 5m), function = Name
    '''
    aggregation: 'Total'
    operator: 'GreaterThan'
    threshold: failedBatches
    window: 'PT15M'
    by: ['function']
  }
  {
    name: 'replays'
    summary: 'Steps of a replay were given up; the answer of ReplayStatus names them.'
    severity: 2
    query: '''
      AppMetrics
      | where Name == 'sluice.replays.failed'
      | summarize value = sum(Sum) by bin(TimeGenerated, 5m)
    '''
    aggregation: 'Total'
    operator: 'GreaterThan'
    threshold: 0
    window: 'PT15M'
    by: []
  }
]

resource people 'Microsoft.Insights/actionGroups@2023-01-01' = {
  name: '${prefix}-alerts-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    enabled: true
    groupShortName: prefix
    emailReceivers: [
      for (email, i) in emails: {
        name: 'mail-${i}'
        emailAddress: email
        useCommonAlertSchema: true
      }
    ]
  }
}

resource alerts 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [
  for rule in rules: {
    name: '${prefix}-${rule.name}-${suffix}'
    location: location
    tags: tags
    kind: 'LogAlert'
    properties: {
      displayName: '${prefix}: ${rule.name}'
      description: rule.summary
      severity: rule.severity
      enabled: true
      autoMitigate: true
      scopes: [workspaceId]
      evaluationFrequency: 'PT5M'
      windowSize: rule.window
      // The tables come with the first data; until then a query would be refused.
      skipQueryValidation: true
      criteria: {
        allOf: [
          {
            query: rule.query
            metricMeasureColumn: 'value'
            timeAggregation: rule.aggregation
            operator: rule.operator
            threshold: rule.threshold
            dimensions: map(rule.by, column => {
              name: column
              operator: 'Include'
              values: ['*']
            })
            failingPeriods: {
              numberOfEvaluationPeriods: 1
              minFailingPeriodsToAlert: 1
            }
          }
        ]
      }
      actions: {
        actionGroups: [people.id]
      }
    }
  }
]

resource throttled 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: '${prefix}-throttled-${suffix}'
  location: 'global'
  tags: tags
  properties: {
    description: 'The namespace refuses requests: it needs more throughput units. CES keeps its log until it gets through.'
    severity: 2
    enabled: true
    autoMitigate: true
    scopes: [namespaceId]
    evaluationFrequency: 'PT5M'
    windowSize: 'PT15M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          name: 'throttled'
          criterionType: 'StaticThresholdCriterion'
          metricNamespace: 'Microsoft.EventHub/namespaces'
          metricName: 'ThrottledRequests'
          timeAggregation: 'Total'
          operator: 'GreaterThan'
          threshold: 0
        }
      ]
    }
    actions: [
      {
        actionGroupId: people.id
      }
    ]
  }
}
