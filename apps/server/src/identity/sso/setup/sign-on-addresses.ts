import type { SignOn } from '@assay/contract/sso.ts'
import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import { callbackPathOf } from '#identity/sso/oidc/flow.ts'
import { ownAddresses } from '#identity/sso/saml/provider.ts'

/** Values to configure at the provider, and the login link of the account. */
export function addressesOf(config: Config, accountUuid: string): SignOn['addresses'] {
  const base = publicAddress(config)
  const { metadata, callback } = ownAddresses(config, { accountUuid })
  return {
    oidcRedirect: base + callbackPathOf({ accountUuid }),
    logoutRedirect: `${base}/`,
    samlMetadata: metadata,
    samlCallback: callback,
    login: `${base}/?sso=${accountUuid}`,
  }
}
