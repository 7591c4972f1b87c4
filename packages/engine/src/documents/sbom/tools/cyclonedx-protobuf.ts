import type { DocumentReader, ReadResult, SourceDocument } from '../../../inventory.ts'
import { messageOf } from '../../parsers/text-document.ts'
import { listOf, recordOf } from '../../parsers/json-value.ts'
import { cleanParsed } from '../../parsers/storable-text.ts'
import { readBom } from '../cyclonedx/cyclonedx-bom.ts'
import { decodeMessage } from './protobuf.ts'
import { bomMessage } from './cyclonedx-messages.ts'

/** Any text of the message may contain what a text file does not. */
const anyEscape = String.raw`\0`

const specVersions = ['1.3', '1.4', '1.5', '1.6', '1.7']

/** CycloneDX as protocol buffers, with the same members as JSON. */
export const cyclonedxProtobuf: DocumentReader = {
  id: 'cyclonedx-protobuf',
  matchesPath: (fileName) => /\.(?:cdx|bom|sbom)\.(?:pb|binpb|proto|protobuf)$|\.cdx$/i.test(fileName),
  // The first field is the version, three bytes of text; its tag is a line feed, which is skipped.
  matchesContent: (start) => start.charCodeAt(0) === 3 && /^.1\.\d/.test(start),
  read,
}

function read({ path, bytes }: SourceDocument): ReadResult {
  const reject = (code: string, message: string) => ({
    inventory: null,
    issues: [{ code, message, where: path }],
  })
  try {
    const { json, issues } = cleanParsed(decodeMessage(bytes, bomMessage), anyEscape, path)
    const bom = recordOf(json)
    if (!/^1\.\d$/.test(String(bom['specVersion'])))
      return reject('document-unknown', 'The file is not CycloneDX in protocol buffers.')
    return readBom(
      { ...bom, dependencies: listOf(bom['dependencies']).map(toDependency) },
      {
        path,
        issues,
        specVersions,
        locationOf: (pointer) => `${path}#${pointer}`,
      },
    )
  } catch (error) {
    return reject('protobuf-invalid', `The file is not valid: ${messageOf(error)}.`)
  }
}

/** What is needed is a message of its own, instead of a reference. */
function toDependency(json: unknown): Record<string, unknown> {
  const { ref, dependencies } = recordOf(json)
  return { ref, dependsOn: listOf(dependencies).map((each) => recordOf(each)['ref']) }
}
