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
    paused: 'Paused by the service',
    failing: 'Failed deliveries',
  },
  turnOnFeature: 'Turn on feature',
  featureOff: (feature: string) => `The feature “${feature}” is off in this account.`,
  setUp: 'Set up',
  setUpOf: (name: string) => `Set up ${name}`,
  edit: 'Edit settings',
  editOf: (name: string) => `Edit the settings of ${name}`,
  close: 'Close',
  closeOf: (name: string) => `Close the settings of ${name}`,
  form: (name: string) => `Settings of ${name}`,
  save: 'Save',
  saved: 'Saved.',
  secretStored: 'Stored, and not shown again. Leave empty to keep it.',
  active: { label: 'Active', hint: 'While it is off, nothing is sent.' },
  check: 'Test connection',
  checkOf: (name: string) => `Test the connection to ${name}`,
  sendNow: 'Send now',
  sent: 'Queued. The delivery log shows when it is done.',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeText: 'Its settings and secrets are deleted. What was sent stays with the service.',
  pausedUntil: 'The service asked for nothing to be sent before',
  log: {
    show: (pending: number, failed: number) =>
      [`Delivery log`, pending > 0 && `${pending} pending`, failed > 0 && `${failed} failed`]
        .filter(Boolean)
        .join(' · '),
    title: (name: string) => `Deliveries to ${name}`,
    none: 'Nothing was sent yet.',
    columns: {
      subject: 'Subject',
      state: 'State',
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
