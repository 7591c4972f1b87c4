import type { Ecosystem } from '../ecosystem.ts'
import { ordered } from '../ordered.ts'
import { comparePypi, isStablePypi, numbersOf, readPypi } from './versions.ts'

export const pypi: Ecosystem = {
  ...{ id: 'pypi', name: 'PyPI', purlType: 'pypi', osvName: 'PyPI', languages: ['python', 'pypi', 'pip'] },
  readers: [],
  nameFromPurl: (_, name) => name,
  // https://peps.python.org/pep-0503/#normalized-names
  normalizeName: (name) => name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
  ...ordered({ read: readPypi, compare: comparePypi, numbers: numbersOf, isStable: isStablePypi }),
  webUrl: (name, version) => `https://pypi.org/project/${name}/${encodeURIComponent(version)}/`,
}
