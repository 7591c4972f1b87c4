import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { implement } from '../http/implement.ts'
import { version } from '../system/version.ts'

export function siteRoutes({ binding, config, sms }: Parts): void {
  const { supportEmail = null, docs = null, blog = null } = config.links
  const site = {
    ...{ version, allowsRegistration: config.allowsRegistration, sendsMail: config.mail !== undefined },
    ways: { sms: sms !== null, oidc: config.oidc?.name ?? null, saml: config.saml?.name ?? null },
    ...{ supportEmail, docsUrl: docs, blogUrl: blog },
  }
  implement(binding, contract.site, { get: () => Promise.resolve(site) })
}
