import { recordOf, textOf } from '../parsers/json-value.ts'
import { readText } from '../parsers/text-document.ts'
import { lockfileReader, type LockfileLocation, parseYamlMap } from '../lockfiles/lockfile-reader.ts'
import { imageKind } from '../components/image-kind.ts'
import { pathFrom } from '../lockfiles/sibling-file.ts'
import { addImage } from './add-image.ts'
import { fillIn } from './variables.ts'

/** compose.yaml: https://docs.docker.com/reference/compose-file/ */
export const compose = lockfileReader({
  id: 'compose',
  title: 'Compose file',
  kind: imageKind,
  namesImages: true,
  companions: ['.env'],
  matchesPath: (fileName) => /^(?:docker-)?compose(?:[._-][\w.-]+)?\.ya?ml$/.test(fileName),
  parse: parseYamlMap,
  read(yaml, list, location) {
    const values = environmentOf(location)
    for (const [name, service] of Object.entries(recordOf(yaml['services']))) {
      const { image, build } = recordOf(service)
      // With a build, it is the name of what is built.
      if (build !== undefined) continue
      const where = `${list.path}#/services/${name.slice(0, 200).toWellFormed()}/image`
      addImage(
        list,
        fillIn(textOf(image), (each) => values.get(each)),
        { where },
      )
    }
    return { format: 'Compose file' }
  },
})

function environmentOf({ path, tree }: LockfileLocation): Map<string, string> {
  const document = tree?.find(pathFrom(path, '.env') ?? '')
  const lines = document ? (readText(document).text?.split(/\r?\n/) ?? []) : []
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.{0,300})$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]]
    }),
  )
}
