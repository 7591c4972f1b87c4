import { ReturnPath } from '@assay/contract/oidc.ts'
import type { Site } from '@assay/contract/site.ts'
import { paths } from '../paths.ts'

export interface Provider {
  id: 'oidc' | 'saml'
  /** As the operator calls it. */
  name: string
}

/** The providers of single sign-on that the installation has. */
export const providersOf = (site: Site | undefined): Provider[] =>
  (['oidc', 'saml'] as const).flatMap((id) => {
    const name = site?.ways[id] ?? null
    return name === null ? [] : [{ id, name }]
  })

/** Leaves for the provider, which leads back to this page. */
export function signOnAt({ id }: Provider): void {
  const here = ReturnPath.safeParse(location.pathname + location.search)
  location.assign(paths.signOn(id, here.success ? here.data : '/'))
}
