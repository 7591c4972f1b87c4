import type { DocumentReader } from '../../../inventory.ts'
import { lockfileReader } from '../../lockfiles/lockfile-reader.ts'
import { requirementsFormat } from '../../lockfiles/python/requirements-txt.ts'

/** What pip-compile and uv compile: https://pip-tools.readthedocs.io/en/stable/ */
export const requirementsIn: DocumentReader = lockfileReader({
  ...requirementsFormat,
  id: 'requirements-in',
  isManifest: true,
  matchesPath: (fileName) => /^(?:.*[-_.])?requirements(?:[-_.].*)?\.in$/i.test(fileName),
})
