import { parseLines } from '../../lockfiles/lockfile-reader.ts'
import { listGems } from '../../lockfiles/ruby/gemfile.ts'
import { originAt } from '../../components/origin.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** Gemfile without a lockfile: https://bundler.io/man/gemfile.5.html. As it is a program, only literals are found. */
export const gemfile = manifestReader<string[]>({
  id: 'gemfile',
  title: 'Gemfile',
  kind: { purlType: 'gem' },
  matchesPath: (fileName) => fileName === 'Gemfile' || fileName === 'gems.rb',
  parse: parseLines,
  read(lines, list) {
    for (const { gem, rest, group, line } of listGems(lines)) {
      const ranges = /^(?:\s*,\s*\[?\s*["'][^"']*["']\s*\]?)+(?!\s*=>)/.exec(rest)?.[0] ?? ''
      const range = [...ranges.matchAll(/["']([^"']*)["']/g)].map(([, each]) => each!.trim()).join(', ')
      const [, kind, address] =
        /\b(git|github|gitlab|bitbucket|path)(?::|\s*=>)\s*["']([^"']+)["']/.exec(rest) ?? []
      const origin =
        kind === undefined
          ? undefined
          : originAt(
              kind === 'path' ? 'folder' : 'git',
              kind === 'git' || kind === 'path' ? address : `${kind}:${address}`,
            )
      declare(list, {
        name: gem,
        range,
        version: origin ? '' : (/^=?\s*(\d+(?:\.\w+)*(?:-\w+)?)$/.exec(range)?.[1] ?? ''),
        where: `${list.path}:${line}`,
        ...(origin && { origin }),
        ...(group.isTest && { scope: 'test', group: 'development' }),
        ...(group.isOptional && { isOptional: true }),
      })
    }
    return { format: 'Gemfile' }
  },
})
