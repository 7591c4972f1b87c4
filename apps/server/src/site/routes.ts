import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { findAccountOfDomain } from '../sso/domain-store.ts'
import { listActiveProviders, type ProviderRow } from '../sso/provider-store.ts'
import { version } from '../system/version.ts'

export function siteRoutes({ binding, db, config, sms }: Parts): void {
  const { supportEmail = null, docs = null, blog = null } = config.links
  const site = {
    ...{ version, allowsRegistration: config.allowsRegistration, sendsMail: config.mail !== undefined },
    ...{ supportEmail, docsUrl: docs, blogUrl: blog },
  }
  const ofInstallation = { oidc: config.oidc?.name ?? null, saml: config.saml?.name ?? null }
  implement(binding, contract.site, {
    async get({ query: { account, domain } }) {
      const wanted = account ?? (domain === undefined ? null : await findAccountOfDomain(db, domain))
      const own = wanted === null ? [] : await listActiveProviders(db, wanted)
      const ofAccount = { account: own.length > 0 ? wanted : null, ...Object.fromEntries(own.map(named)) }
      return { ...site, ways: { sms: sms !== null, ...ofInstallation, ...ofAccount } }
    },
  })
}

const named = ({ type, settings }: ProviderRow) => [type, (settings as { name: string }).name] as const
