import { identityOf } from '../../lockfiles/cpp/conan-lock.ts'
import { parseLines } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { lineCounter, parseProgram, withoutComments } from '../lines.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** conanfile.txt without a lockfile: https://docs.conan.io/2/reference/conanfile_txt.html */
export const conanfileTxt = manifestReader<string[]>({
  id: 'conanfile-txt',
  title: 'conanfile.txt',
  kind: { purlType: 'conan' },
  matchesPath: (fileName) => fileName === 'conanfile.txt',
  parse: parseLines,
  read(lines, list) {
    let section = ''
    for (const [at, raw] of lines.entries()) {
      const line = raw.replace(/\s*#\s.*$|^#.*$/, '').trim()
      section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
      if (line.includes('/') && section.endsWith('requires'))
        addReference(list, line, { where: `${list.path}:${at + 1}`, isTool: section !== 'requires' })
    }
    return { format: 'conanfile.txt' }
  },
})

/** conanfile.py, a program: only literals are found. */
export const conanfilePy = manifestReader<string>({
  id: 'conanfile-py',
  title: 'conanfile.py',
  kind: { purlType: 'conan' },
  matchesPath: (fileName) => fileName === 'conanfile.py',
  parse: parseProgram,
  read(program, list) {
    const text = withoutComments(program, 'hash')
    const lineAt = lineCounter(text)
    const requests =
      /\b((?:tool_|build_|test_|python_)?requires)\s{0,20}(?:=|\()\s{0,20}[([]?((?:[\s,]{0,50}["'][^"'\n]{1,300}["'])+)/g
    for (const { index, ...match } of text.matchAll(requests))
      for (const [, reference] of match[2]!.matchAll(/["']([\w.+-]+\/[^"'\s]+(?: [^"']*)?)["']/g))
        addReference(list, reference!, {
          where: `${list.path}:${lineAt(index)}`,
          isTool: match[1] !== 'requires',
        })
    return { format: 'conanfile.py' }
  },
})

/** 'zlib/[>=1.2.11 <2]' is a range. */
function addReference(
  list: PackageList,
  reference: string,
  { where, isTool }: { where: string; isTool: boolean },
): void {
  const { version, ...identity } = identityOf(reference)
  const range = /\/(\[[^\]]*\])/.exec(reference)?.[1]
  declare(list, {
    ...identity,
    range: range ?? version,
    version: range === undefined ? version : '',
    where,
    ...(isTool && { scope: 'provided' }),
  })
}
