import type { Ecosystem } from '../ecosystem.ts'
import { npmSources } from './sources.ts'
import { instructNpm } from './upgrade-command.ts'
import { isInNpmRange } from './ranges.ts'
import { ecosystemNames } from '../names.ts'
import { encodePath } from '../page-url.ts'
import { readSemver } from '../semver.ts'
import { npmVersions } from './versions.ts'

/** Names are case-sensitive: 'JSONStream' and 'jsonstream' are two packages. */
export const npm: Ecosystem = {
  id: 'npm',
  name: ecosystemNames.npm,
  purlType: 'npm',
  osvName: 'npm',
  registryHosts: [
    'registry.npmjs.org',
    'registry.npmjs.com',
    'registry.yarnpkg.com',
    'registry.npmmirror.com',
    'cdn.npmmirror.com',
    'registry.npm.taobao.org',
    'npm.jsr.io',
  ],
  registryUrls: ['https://registry.npmjs.org'],
  languages: ['nodejs', 'npm', 'javascript', 'node'],
  sbomTypes: ['npm', 'node-pkg', 'yarn', 'pnpm', 'bun'],
  ownsGroup: (group) => /^@[\w.~-]+$/.test(group),
  // Only scoped names contain a slash, so a namespace without '@' is a scope, too.
  nameFromPurl: (namespace, name) =>
    namespace === null ? name : `${namespace.startsWith('@') ? '' : '@'}${namespace}/${name}`,
  normalizeName: (name) => name,
  ...npmVersions,
  runtime: 'Node.js',
  isRuntimeAdvisory: true,
  isInRange: isInNpmRange,
  webUrl: (name, version) =>
    name === '' || readSemver(version) === null
      ? null
      : `https://www.npmjs.com/package/${encodePath(name)}/v/${encodePath(version)}`,
  sources: npmSources,
  instruct: instructNpm,
}
