export const english = {
  name: 'DefectDojo',
  summary: 'Sends the findings of each scan: projects become products, branches engagements.',
  deliveries: {
    tokenAccepted: '{service} accepts the API token',
    findingsSent: 'Findings sent: {findings}',
    findingsAdded: 'Findings sent: {findings}. Others stay open, since the scan covers less than before',
    importRefused: '{service} refused the findings with status {status}: {reason}',
  },
} as const
