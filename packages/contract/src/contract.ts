import { accounts } from './accounts.ts'
import { advisoryDatabases } from './advisory-databases.ts'
import { audit } from './audit.ts'
import { builds } from './builds.ts'
import { components } from './components.ts'
import { credentials } from './credentials.ts'
import { demo } from './demo.ts'
import { exclusions } from './exclusions.ts'
import { insights } from './insights.ts'
import { jobs } from './jobs.ts'
import { members } from './members.ts'
import { metrics } from './metrics.ts'
import { mfa } from './mfa.ts'
import { oidc } from './oidc.ts'
import { overrides } from './overrides.ts'
import { passkeys } from './passkeys.ts'
import { policies } from './policies.ts'
import { projects } from './projects.ts'
import { properties } from './properties.ts'
import { publicConfig } from './public-config.ts'
import { reauthentication } from './reauthentication.ts'
import { referenceData } from './reference-data.ts'
import { reports } from './reports.ts'
import { saml } from './saml.ts'
import { scans } from './scans.ts'
import { scim } from './scim.ts'
import { scimStatus } from './scim-status.ts'
import { sessions } from './sessions.ts'
import { sso } from './sso.ts'
import { system } from './system.ts'
import { tags } from './tags.ts'
import { teams } from './teams.ts'
import { tokens } from './tokens.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { vex } from './vex.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** Every call of the API, by domain. */
export const contract = {
  system,
  credentials,
  reauthentication,
  mfa,
  passkeys,
  oidc,
  saml,
  sessions,
  users,
  accounts,
  tokens,
  policies,
  properties,
  referenceData,
  audit,
  members,
  teams,
  tags,
  scim,
  scimStatus,
  sso,
  publicConfig,
  projects,
  builds,
  uploads,
  reports,
  scans,
  vulnerabilities,
  components,
  overrides,
  metrics,
  insights,
  exclusions,
  vex,
  advisoryDatabases,
  jobs,
  demo,
}
export type Contract = typeof contract
