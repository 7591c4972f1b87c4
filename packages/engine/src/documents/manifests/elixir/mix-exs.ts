import { originAt } from '../../components/origin.ts'
import { exactHexVersion } from '../erlang/hex-version.ts'
import { declare, manifestReader } from '../manifest-reader.ts'
import { lineCounter, parseProgram, withoutComments } from '../lines.ts'

/** mix.exs without a lockfile: https://hexdocs.pm/mix/Mix.Tasks.Deps.html. As it is a program, only literals are found. */
export const mixExs = manifestReader<string>({
  id: 'mix-exs',
  title: 'mix.exs',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'mix.exs',
  parse: parseProgram,
  read(program, list) {
    const text = withoutComments(program, 'hash')
    const lineAt = lineCounter(text)
    for (const { index, ...match } of text.matchAll(/\{\s*:(\w{1,100})\s*,([^{}]{1,2000})\}/g)) {
      const [, app = '', rest = ''] = [match[0], match[1], match[2]]
      const range = /^\s*"([^"]*)"/.exec(rest)?.[1]?.trim() ?? ''
      const [, kind, address = ''] = /\b(git|github|path|in_umbrella):\s*(?:"([^"]*)"|true)/.exec(rest) ?? []
      // A part of the project itself, or a tuple of something else.
      if (kind === 'path' || kind === 'in_umbrella' || (range === '' && kind === undefined)) continue
      if (kind === undefined && !/\d/.test(range)) continue
      const only = /\bonly:\s*(:\w+|\[[^\]]*\])/.exec(rest)?.[1]
      declare(list, {
        name: /\bhex:\s*:(\w+)/.exec(rest)?.[1] ?? app,
        range,
        version: kind === undefined ? exactHexVersion(range) : '',
        where: `${list.path}:${lineAt(index)}`,
        ...(kind !== undefined && {
          origin: originAt('git', kind === 'github' ? `github:${address}` : address),
        }),
        ...(only !== undefined && !only.includes(':prod') && { group: 'dev', scope: 'test' }),
        ...(/\boptional:\s*true/.test(rest) && { isOptional: true }),
      })
    }
    return { format: 'mix.exs' }
  },
})
