import { lockfileReader, parseLines } from '../lockfiles/lockfile-reader.ts'
import { imageKind } from '../components/image-kind.ts'
import { addImage } from './add-image.ts'
import { imagesIn, instructionsIn } from './dockerfile-instructions.ts'
import { fillIn } from './variables.ts'

/** Dockerfiles: https://docs.docker.com/reference/dockerfile/ */
export const dockerfile = lockfileReader<string[]>({
  id: 'dockerfile',
  title: 'Dockerfile',
  kind: imageKind,
  namesImages: true,
  matchesPath: (fileName) =>
    /^(?:Dockerfile|Containerfile)(?:[._-][\w.-]+)?$/.test(fileName) ||
    /\.(?:dockerfile|containerfile)$/i.test(fileName),
  parse: parseLines,
  empty: [],
  read(lines, list) {
    const stages = new Set<string>()
    const values = new Map<string, string>()
    let hasStage = false
    for (const { keyword, text, line } of instructionsIn(lines)) {
      const where = `${list.path}:${line}`
      // Only arguments before the first stage serve in FROM.
      if (keyword === 'ARG' && !hasStage) addArguments(text, values)
      for (const { name, alias } of imagesIn(keyword, text)) {
        const full = keyword === 'FROM' ? fillIn(name, (each) => values.get(each)) : name
        if (!stages.has(full.toLowerCase()) && !/^\d+$/.test(full)) addImage(list, full, { where })
        if (alias !== undefined) stages.add(alias.toLowerCase())
      }
      hasStage ||= keyword === 'FROM'
    }
    return { format: 'Dockerfile' }
  },
})

function addArguments(text: string, values: Map<string, string>): void {
  for (const [, name, quoted, plain] of text.matchAll(/([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g))
    values.set(
      name!,
      fillIn(quoted ?? plain ?? '', (each) => values.get(each)),
    )
}
