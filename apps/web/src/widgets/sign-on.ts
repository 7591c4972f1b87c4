import { type ProviderType, providerTypes } from '@assay/contract/vocabulary.ts'
import { ReturnPath } from '@assay/contract/return-path.ts'
import type { PublicConfig } from '@assay/contract/public-config.ts'
import { paths } from '../paths.ts'

interface Provider {
  id: ProviderType
  /** As the operator or the account calls it. */
  name: string
  /** Whose it is; null: the installation's. */
  account: string | null
}

/** The providers of single sign-on that a visitor may choose between. */
export const providersOf = (site: PublicConfig | undefined): Provider[] =>
  providerTypes.flatMap((id) => {
    const { [id]: name = null, account = null } = site?.ways ?? {}
    return name === null ? [] : [{ id, name, account }]
  })

/** Leaves for the provider, which leads back to this page. */
export function signOnAt({ id, account }: Provider): void {
  location.assign(paths.signOn(id, { returnTo: currentPath(), account }))
}

/** Where a provider leads back to. */
export function currentPath(): string {
  const here = ReturnPath.safeParse(location.pathname + location.search)
  return here.success ? here.data : '/'
}
