import type { Ecosystem } from '../ecosystem.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { actionVersions, readAction } from './versions.ts'

/** Actions and reusable workflows, named by their repository: 'actions/checkout'. */
export const githubActions: Ecosystem = {
  id: 'github-actions',
  name: ecosystemNames['github-actions'],
  purlType: 'githubactions',
  osvName: 'GitHub Actions',
  isForDevelopment: true,
  languages: ['github-actions', 'githubactions', 'actions'],
  nameFromPurl: (namespace, name) => (namespace === null ? name : `${namespace}/${name}`),
  // The rest is a folder in the repository, which is released with it: 'github/codeql-action/init'.
  normalizeName: (name) => repositoryOf(name).toLowerCase(),
  ...actionVersions,
  webUrl: (name, version) =>
    !name.includes('/') || readAction(version) === null
      ? null
      : `https://github.com/${encodePath(repositoryOf(name))}/tree/${encodePath(version)}`,
}

const repositoryOf = (name: string): string => name.split('/', 2).join('/')
