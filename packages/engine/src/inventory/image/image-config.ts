import { listOf, recordOf, shortTextOf, textOf } from '../../documents/parsers/json-value.ts'
import { ownProperty } from '../../own-property.ts'
import type { ImageFacts, ImageLayer } from '../model/image-facts.ts'

// https://github.com/opencontainers/image-spec/blob/main/config.md

export interface ImageConfig extends Pick<ImageFacts, 'platform' | 'layers' | 'base'> {}

export const maxLayers = 512

/** The layers with their instructions, as far as the configuration says. */
export function readImageConfig(json: unknown): ImageConfig {
  const config = recordOf(json)
  const diffIds = listOf(recordOf(config['rootfs'])['diff_ids']).slice(0, maxLayers).map(shortTextOf)
  const labels = recordOf(recordOf(config['config'])['Labels'])
  const [name, digest] = ['name', 'digest'].map((key) =>
    shortTextOf(ownProperty(labels, `org.opencontainers.image.base.${key}`)),
  )
  const instructions = instructionsOf(config['history'], diffIds.length)
  const platform = [config['os'], config['architecture'], config['variant']].map(shortTextOf)
  return {
    platform: platform.filter((part) => part !== '').join('/'),
    base: name === '' && digest === '' ? null : { name: name!, digest: digest! },
    layers: diffIds.map((diffId, index) => ({
      diffId,
      instruction: instructions[index] ?? '',
      isBase: null,
    })),
  }
}

const maxInstructionLength = 300

/** Entries of the history without a layer change settings only. If the rest does not fit the layers, none is used. */
function instructionsOf(history: unknown, count: number): string[] {
  const entries = listOf(history).map(recordOf)
  const filled = entries.filter((entry) => entry['empty_layer'] !== true)
  return filled.length === count ? filled.map((entry) => readable(textOf(entry['created_by']))) : []
}

/** Without what builders add: '/bin/sh -c #(nop) COPY …', '# buildkit'. */
const readable = (text: string): string =>
  text
    .replace(/^\/bin\/sh -c (?:#\(nop\)\s*)?/, '')
    .replace(/\s*# buildkit\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxInstructionLength)

/** Marks which layers are those of a base image, by its own list; unchanged if the image does not begin with them. */
export function markBase(layers: readonly ImageLayer[], baseDiffIds: readonly string[]): ImageLayer[] {
  const isBuiltOn =
    baseDiffIds.length > 0 &&
    baseDiffIds.length <= layers.length &&
    baseDiffIds.every((id, index) => layers[index]!.diffId === id)
  return isBuiltOn
    ? layers.map((layer, index) => ({ ...layer, isBase: index < baseDiffIds.length }))
    : [...layers]
}
