import { accounts, tokens } from './accounts.ts'
import { audit } from './audit.ts'
import { catalogues } from './catalogues.ts'
import { confirmation } from './confirmation.ts'
import { components } from './components.ts'
import { credentials, sessions, users } from './credentials.ts'
import { databases } from './databases.ts'
import { demo } from './demo.ts'
import { exclusions } from './exclusions.ts'
import { members } from './members.ts'
import { mfa } from './mfa.ts'
import { metrics } from './metrics.ts'
import { oidc } from './oidc.ts'
import { passkeys } from './passkeys.ts'
import { builds, projects } from './projects.ts'
import { policies } from './policies.ts'
import { properties } from './properties.ts'
import { provisioning } from './provisioning.ts'
import { reports } from './reports.ts'
import { saml } from './saml.ts'
import { scans } from './scans.ts'
import { scim } from './scim.ts'
import { site } from './site.ts'
import { sso } from './sso.ts'
import { system } from './system.ts'
import { tags } from './tags.ts'
import { teams } from './teams.ts'
import { uploads } from './uploads.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** Every call of the API, by domain. */
export const contract = {
  system,
  credentials,
  confirmation,
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
  catalogues,
  audit,
  members,
  teams,
  tags,
  scim,
  provisioning,
  sso,
  site,
  projects,
  builds,
  uploads,
  reports,
  scans,
  vulnerabilities,
  components,
  metrics,
  exclusions,
  databases,
  demo,
}
export type Contract = typeof contract
