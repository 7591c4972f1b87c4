import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { findAccountOfDomain } from '#identity/sso/domain-store.ts'
import { listActiveProviders, type ProviderRow } from '#identity/sso/provider-store.ts'
import { version } from '#platform/system/version.ts'

export function publicConfigRoutes({ routes, db, config, sms }: AppContext): void {
  const { supportEmail = null, docs = null, blog = null } = config.links
  const site = {
    version,
    banner: config.banner ?? null,
    isReadOnly: config.isReadOnly,
    allowsRegistration: config.allowsRegistration,
    sendsMail: config.mail !== undefined,
    supportEmail,
    docsUrl: docs,
    blogUrl: blog,
  }
  const ofInstallation = {
    oidc: config.oidc?.name ?? null,
    saml: config.saml?.name ?? null,
    ldap: config.ldap?.name ?? null,
    header: config.headerLogin?.name ?? null,
  }
  registerRoutes(routes, contract.publicConfig, {
    async get({ query: { account, domain } }) {
      const requested = account ?? (domain === undefined ? null : await findAccountOfDomain(db, domain))
      const own = requested === null ? [] : await listActiveProviders(db, requested)
      const ofAccount = { account: own.length > 0 ? requested : null, ...Object.fromEntries(own.map(named)) }
      return { ...site, ways: { sms: sms !== null, ...ofInstallation, ...ofAccount } }
    },
  })
}

const named = ({ type, settings }: ProviderRow) => [type, (settings as { name: string }).name] as const
