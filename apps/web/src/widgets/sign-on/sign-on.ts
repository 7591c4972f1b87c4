import { providerTypes } from '@assay/contract/vocabulary.ts'
import { ReturnPath } from '@assay/contract/return-path.ts'
import type { PublicConfig } from '@assay/contract/public-config.ts'
import { currentPath, hrefOf, paths } from '../../paths.ts'

/** Providers to which a button leads. */
const redirecting = [...providerTypes, 'header'] as const

interface Provider {
  id: (typeof redirecting)[number]
  /** Display name. */
  name: string
  /** Owning account; null for the installation's. */
  account: string | null
}

/** Available single sign-on providers. */
export const providersOf = (site: PublicConfig | undefined): Provider[] =>
  redirecting.flatMap((id) => {
    const { [id]: name = null, account = null } = site?.ways ?? {}
    return name === null ? [] : [{ id, name, account }]
  })

/** Redirects to the provider, which returns to this page. */
export function signOnAt({ id, account }: Provider): void {
  location.assign(hrefOf(paths.signOn(id, { returnTo: returnPath(), account })))
}

/** Path the provider returns to. */
export function returnPath(): string {
  const here = ReturnPath.safeParse(currentPath() + location.search)
  return here.success ? here.data : '/'
}
