import { repositoryName } from '../../lockfiles/swift/package-resolved.ts'
import { declare, manifestReader } from '../manifest-reader.ts'
import { lineCounter, parseProgram, withoutComments } from '../lines.ts'

/** Package.swift without a lockfile: https://docs.swift.org/package-manager/PackageDescription/. Only literals are found. */
export const packageSwift = manifestReader<string>({
  id: 'package-swift',
  title: 'Package.swift',
  kind: { purlType: 'swift', separator: '/' },
  matchesPath: (fileName) => /^Package(?:@swift-[\d.]+)?\.swift$/.test(fileName),
  parse: parseProgram,
  read(program, list) {
    const text = withoutComments(program, 'slashes')
    const lineAt = lineCounter(text)
    const packages =
      /\.package\s*\(\s*(?:name\s*:\s*"[^"]{0,200}"\s*,\s*)?url\s*:\s*"([^"\n]{1,500})"\s*,\s*(?=([^\n]{0,300}(?:\n[^\n]{0,300})?))/g
    for (const { index, ...match } of text.matchAll(packages)) {
      const [address, rest] = [match[1]!, match[2]!]
      const range = /^[^()]*(?:\([^()]*\))?[^()]*/.exec(rest)![0].replaceAll(/\s+/g, ' ').trim()
      declare(list, {
        name: repositoryName(address),
        range,
        version: /^(?:exact\s*:\s*|\.exact\(\s*)"([^"]+)"/.exec(range)?.[1] ?? '',
        where: `${list.path}:${lineAt(index)}`,
      })
    }
    return { format: 'Package.swift' }
  },
})
