import { ReturnPath } from '@assay/contract/oidc.ts'
import type { Site } from '@assay/contract/site.ts'
import { paths } from '../paths.ts'

interface Provider {
  id: 'oidc' | 'saml'
  /** As the operator or the account calls it. */
  name: string
  /** Whose it is; null: the installation's. */
  account: string | null
}

/** The providers of single sign-on that a visitor may choose between. */
export const providersOf = (site: Site | undefined): Provider[] =>
  (['oidc', 'saml'] as const).flatMap((id) => {
    const { [id]: name = null, account = null } = site?.ways ?? {}
    return name === null ? [] : [{ id, name, account }]
  })

/** Leaves for the provider, which leads back to this page. */
export function signOnAt({ id, account }: Provider): void {
  const here = ReturnPath.safeParse(location.pathname + location.search)
  location.assign(paths.signOn(id, { returnTo: here.success ? here.data : '/', account }))
}
