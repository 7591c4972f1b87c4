import { originAt } from '../../components/origin.ts'
import { lockfileReader, parseLines } from '../lockfile-reader.ts'
import { repositoryName } from './package-resolved.ts'

/** Cartfile.resolved: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md#cartfileresolved */
export const cartfileResolved = lockfileReader<string[]>({
  id: 'cartfile-resolved',
  title: 'Cartfile.resolved',
  kind: { purlType: 'swift', separator: '/' },
  matchesPath: (fileName) => fileName === 'Cartfile.resolved',
  parse: parseLines,
  empty: [],
  read(lines, list) {
    for (const [at, line] of lines.entries()) {
      const [, kind, address, version] = /^\s*(github|git|binary)\s+"([^"]+)"\s+"([^"]+)"/.exec(line) ?? []
      if (kind === undefined || address === undefined || version === undefined) continue
      const isVersion = /^v?\d+(?:\.\d+)+/.test(version)
      list.add({
        // 'owner/name' is on GitHub.
        name: kind === 'github' && !address.includes(':') ? `github.com/${address}` : repositoryName(address),
        version: isVersion ? version.replace(/^v/, '') : '',
        where: `${list.path}:${at + 1}`,
        gap: `is pinned to '${version.slice(0, 12)}', which is not a version`,
        ...(kind === 'binary' && { origin: originAt('file', address) }),
      })
    }
    return { format: 'Cartfile.resolved' }
  },
})
