export const english = {
  name: 'Datadog',
  summary: 'Sends scores, open vulnerabilities, their ages, and fixes as metrics, daily and after scans.',
  deliveries: {
    allProjects: 'All projects',
    nothingToSend: 'There is nothing to send yet',
    metricsSent: 'Series sent: {series}. Branches: {branches}',
    newestMetricsSent: 'Series sent: {series}. Branches: {branches} of {total}, those scanned last',
    branchesLimited:
      'Not sent: the allowed number of branches, {limit}, was sent within the last day. Branches scanned last are sent once a day',
    keyAccepted: '{service} accepts the API key',
  },
} as const
