/** Scanning a project as it is in its repository. */
export const refresh = {
  start: (service: string) => `Refresh from ${service}`,
  hint: (service: string) =>
    `Fetches the lockfiles and other inventories of this branch from ${service} and scans them.`,
  running: 'Refreshing…',
  started: (name: string, service: string) => `Refreshing ${name} from ${service}…`,
  done: (name: string, branch: string) => `${name} refreshed, branch ${branch}.`,
  failed: (name: string, reason: string) => `${name} was not refreshed. ${reason}`,
} as const
