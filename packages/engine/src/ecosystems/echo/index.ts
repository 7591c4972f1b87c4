import { debianSource, debDistribution, rollingRelease } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'

/** Debian's packages with fixes of its own, as versions with '+echo.1'. Advisories for other ecosystems have a suffix. */
export const echo: Ecosystem = debDistribution({
  id: 'echo',
  osvName: 'Echo',
  purlNamespaces: ['echo'],
  release: { cpe: 'echo:echo', ...rollingRelease },
  sourceFromQualifiers: debianSource,
})
