import type { ProviderType } from '@assay/contract/vocabulary.ts'
/** Every link of the interface is made here. */
export const paths = {
  dashboard: '/dashboard',
  plans: '/plans',
  faq: '/plans#faq',
  status: '/status',
  jobs: '/jobs',
  api: '/api',
  apiReference: '/api/reference',
  terms: '/terms.html',
  privacy: '/gdpr.html',
  /** Mailed links lead here, their token behind '#'. */
  password: '/password',
  verify: '/verify',
  /** To a provider of single sign-on, the installation's or an account's own, and back to a path. */
  signOn: (provider: ProviderType, { returnTo, account }: { returnTo: string; account: string | null }) =>
    `/api/v1/sso/${provider}/start?${new URLSearchParams({ returnTo, ...(account !== null && { account }) })}`,
  settings: '/settings',
  settingsSection: '/settings/$section',
  settingsOf: (section: string) => `/settings/${section}`,
  projects: '/projects',
  components: '/components',
  vulnerabilities: '/vulns',
  /** The bare view of a project, for embedding. */
  project: (projectUuid: string, branch: string) =>
    `/projects/?pid=${projectUuid}&branch=${encodeURIComponent(branch)}&mode=eli`,
  /** The report of one scan. */
  report: (projectUuid: string, reportUuid: string) =>
    `/projects?pid=${projectUuid}&reportUuid=${reportUuid}`,
  projectReport: (projectUuid: string) => `/projects?pid=${projectUuid}`,
  vulnerabilityPage: (id: string) => `/vulns?id=${id}`,
  /** The bare view of a vulnerability, for embedding. */
  vulnerability: (adviceId: string) => `/vulns?id=${adviceId}&mode=eli`,
  blog: 'https://openssf.org/blog/',
  docs: '/api/reference',
  contact: 'mailto:support@localhost',
} as const
