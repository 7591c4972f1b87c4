import type { SignOnCheck } from '@assay/contract/sso.ts'
import type { Parts } from '../app.ts'
import { checkOidc } from '../oidc/check-oidc.ts'
import { checkCertificate } from '../saml/check-certificate.ts'
import type { ProviderRow, ProviderType } from './provider-store.ts'
import { readOidc, readSaml } from './settings.ts'

interface Checked {
  type: ProviderType
  row: ProviderRow
  accountUuid: string
}

/** What can be seen of a provider without a login. */
export async function checkProvider(
  { config, vault }: Parts,
  { type, row, accountUuid }: Checked,
): Promise<SignOnCheck> {
  const findings =
    type === 'oidc'
      ? await checkOidc(readOidc({ vault }, accountUuid, row), config)
      : checkCertificate(readSaml(accountUuid, row).certificate)
  return { isRight: findings.every(({ isRight }) => isRight), findings }
}
