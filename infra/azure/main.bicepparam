using './main.bicep'

// The smallest set for CES. All others have a default; README.md lists them.
param namePrefix = 'sluice'
param producer = 'ces'
param alertEmails = ['data-team@example.com']

// Object id of the managed identity of the logical server, the managed instance or SQL Server:
//   az sql server show -g <group> -n <server> --query identity.principalId -o tsv
// param producerPrincipalId = '00000000-0000-0000-0000-000000000000'

param hubName = 'changes'
param partitionCount = 8
param archive = 'capture'

// Who reads the lake. A group is best: people come and go without a deployment.
// param lakeReaders = [
//   {
//     id: '00000000-0000-0000-0000-000000000000'
//     type: 'Group'
//   }
// ]

// Who runs the commands of the runbook, and looks whether something arrived: az ad signed-in-user show --query id -o tsv
// param operators = [
//   {
//     id: '00000000-0000-0000-0000-000000000000'
//     type: 'User'
//   }
// ]

// A server outside of UTC writes local times; see the settings in the main README.
// param settings = {
//   SLUICE_SOURCE_ZONE: 'Europe/Berlin'
// }
