/** Issues for upgrades in a connected service, such as Jira or GitHub. */
export const ticket = {
  create: (service: string) => `Create ${service} issue`,
  createFor: (service: string, name: string) => `Create ${service} issue for ${name}`,
  creating: 'Creating…',
  queued: (service: string) => `${service} issue queued`,
  open: (key: string, status: string | null) => (status === null ? key : `${key} · ${status}`),
  openFor: (service: string, key: string, name: string) => `Open ${service} issue ${key} for ${name}`,
  created: (service: string, key: string) => `${service} issue ${key} created.`,
  waiting: (service: string) => `The ${service} issue is being created.`,
} as const
