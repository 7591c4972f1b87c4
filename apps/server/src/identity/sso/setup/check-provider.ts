import type { ProviderType } from '@assay/contract/vocabulary.ts'
import type { SignOnCheck } from '@assay/contract/sso.ts'
import type { AppContext } from '#context.ts'
import { checkOidc } from '#identity/sso/oidc/check-oidc.ts'
import { checkCertificate } from '#identity/sso/saml/check-certificate.ts'
import type { ProviderRow } from '#identity/sso/provider-store.ts'
import { readOidc, readSaml } from '#identity/sso/settings.ts'

interface Checked {
  type: ProviderType
  row: ProviderRow
  accountUuid: string
}

/** Checks a provider without a login. */
export async function checkProvider(
  { config, vault }: AppContext,
  { type, row, accountUuid }: Checked,
): Promise<SignOnCheck> {
  const findings =
    type === 'oidc'
      ? await checkOidc(readOidc({ vault }, accountUuid, row), config)
      : checkCertificate(readSaml(accountUuid, row).certificate)
  return { isRight: findings.every(({ isRight }) => isRight), findings }
}
