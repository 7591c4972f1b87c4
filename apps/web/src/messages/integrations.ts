import type { IntegrationDelivery } from '@assay/contract/integrations.ts'

type Variant = 'plain' | 'good' | 'warm' | 'bad'
type DeliveryState = IntegrationDelivery['state']

/** Settings, Integrations. */
export const integrations = {
  states: {
    featureOff: 'Feature off',
    none: 'Not set up',
    active: 'Active',
    inactive: 'Off',
    paused: 'Rate limited',
    failing: 'Failed deliveries',
    retrying: 'Retrying deliveries',
  },
  turnOnFeature: 'Turn on feature',
  featureOff: (feature: string) => `The feature ${feature} is turned off in this account.`,
  setUp: 'Set up',
  setUpOf: (name: string) => `Set up ${name}`,
  edit: 'Edit settings',
  editOf: (name: string) => `Edit ${name} settings`,
  close: 'Close',
  closeOf: (name: string) => `Close ${name} settings`,
  form: (name: string) => `${name} settings`,
  save: 'Save',
  saved: 'Saved.',
  secretStored: 'Saved, not shown. Leave empty to keep it.',
  active: { label: 'Active', hint: 'Nothing is sent while this is off.' },
  check: 'Test connection',
  checkOf: (name: string) => `Test connection to ${name}`,
  project: 'Project',
  chooseProject: 'Choose a project',
  sendNow: 'Send now',
  sent: 'Queued. See the delivery log for the result.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeText: 'Its settings and secrets are deleted. Data already sent stays with the service.',
  pausedUntil: 'Rate limited by the service until',
  log: {
    show: (pending: number, failed: number) =>
      [`Delivery log`, pending > 0 && `${pending} pending`, failed > 0 && `${failed} failed`]
        .filter(Boolean)
        .join(' · '),
    title: (name: string) => `Deliveries to ${name}`,
    none: 'No deliveries yet.',
    columns: {
      subject: 'Subject',
      state: 'Status',
      result: 'Result',
      attempts: 'Attempts',
      created: 'Queued',
    },
    retry: 'Retry',
    retryOf: (subject: string) => `Retry: ${subject}`,
    older: 'Show older',
    states: {
      queued: { label: 'Queued', variant: 'plain' },
      sending: { label: 'Sending', variant: 'plain' },
      retrying: { label: 'Retrying', variant: 'warm' },
      waiting: { label: 'Waiting', variant: 'warm' },
      delivered: { label: 'Delivered', variant: 'good' },
      failed: { label: 'Failed', variant: 'bad' },
      skipped: { label: 'Skipped', variant: 'plain' },
    } satisfies Record<DeliveryState, { label: string; variant: Variant }>,
  },
}
