import { originAt } from '../../components/origin.ts'
import { parseLines } from '../../lockfiles/lockfile-reader.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** Podfile without a lockfile: https://guides.cocoapods.org/syntax/podfile.html. Only literals are found. */
export const podfile = manifestReader<string[]>({
  id: 'podfile',
  title: 'Podfile',
  kind: { purlType: 'cocoapods' },
  matchesPath: (fileName) => fileName === 'Podfile',
  parse: parseLines,
  read(lines, list) {
    for (const [index, line] of lines.entries()) {
      const [, name, rest = ''] = /^\s*pod[\s(]+["']([^"']+)["'](.{0,500})/.exec(line) ?? []
      // A part of the project itself.
      if (name === undefined || /:?\bpath\s*(?:=>|:)/.test(rest)) continue
      const ranges = /^(?:\s*,\s*["'][^"']+["'](?!\s*=>))*/.exec(rest)![0]
      const range = [...ranges.matchAll(/["']([^"']+)["']/g)].map(([, each]) => each!).join(', ')
      const git = /:?\bgit\s*(?:=>|:)\s*["']([^"']+)["']/.exec(rest)?.[1]
      declare(list, {
        name,
        range,
        version: git === undefined ? (/^=?\s*(\d+(?:\.\w+)+(?:-[\w.]+)?)$/.exec(range)?.[1] ?? '') : '',
        where: `${list.path}:${index + 1}`,
        ...(git !== undefined && { origin: originAt('git', git) }),
      })
    }
    return { format: 'Podfile' }
  },
})
