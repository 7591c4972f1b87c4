import type { Ecosystem } from '../ecosystem.ts'
import { pypiSources } from './sources.ts'
import { instructPython } from './upgrade-command.ts'
import { isInPythonRange } from './ranges.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { publicPypi, pypiVersions, readPypi } from './versions.ts'

export const pypi: Ecosystem = {
  id: 'pypi',
  name: ecosystemNames.pypi,
  purlType: 'pypi',
  osvName: 'PyPI',
  registryHosts: [
    'pypi.org',
    'pypi.python.org',
    'files.pythonhosted.org',
    'download.pytorch.org',
    'www.piwheels.org',
    'pypi.tuna.tsinghua.edu.cn',
    'mirrors.aliyun.com/pypi',
  ],
  registryUrls: ['https://pypi.org'],
  languages: ['python', 'pypi', 'pip'],
  nameFromPurl: (_, name) => name,
  // https://peps.python.org/pep-0503/#normalized-names
  normalizeName: (name) => name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
  ...pypiVersions,
  runtime: 'Python',
  canLock: true,
  isInRange: isInPythonRange,
  publicVersion: publicPypi,
  webUrl: (name, version) =>
    name === '' || readPypi(version) === null
      ? null
      : `https://pypi.org/project/${encodePath(name)}/${encodePath(version)}/`,
  sources: pypiSources,
  instruct: instructPython,
}
