/** What is hosted as a repository at one of these, or at a server of one's own that runs it. */
export const serviceIds = ['github', 'gitlab'] as const
export type ServiceId = (typeof serviceIds)[number]

interface Service {
  name: string
  site: string
  /** API address of a site. */
  apiOf(site: string): string
}

const services: Record<ServiceId, Service> = {
  github: {
    name: 'GitHub',
    site: 'https://github.com',
    apiOf: (site) => (site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`),
  },
  gitlab: { name: 'GitLab', site: 'https://gitlab.com', apiOf: (site) => `${site}/api/v4` },
}

export const serviceOf = ({ service }: { service: ServiceId }): Service => services[service]

/** Without a trailing slash. */
export const siteOf = (settings: { service: ServiceId; url: string }): string =>
  settings.url.replace(/\/+$/, '') || serviceOf(settings).site
