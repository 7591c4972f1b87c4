import { fillIn } from './variables.ts'
import { imagesIn, instructionsIn } from './dockerfile-instructions.ts'

/** An argument before the first stage, which names of images can be made of. */
export interface DockerfileArgument {
  /** As written, without quotes, and with the values of those before it. */
  value: string
  filled: string
  quote: '"' | ''
  /** 1-based, of its instruction. */
  line: number
}

export interface DockerfileStage {
  /** As written, and with the values of its arguments: '$BASE' and 'node:20.1'. */
  written: string
  name: string
  alias?: string | undefined
  /** 1-based, of its instruction. */
  line: number
}

/** The stages of a Dockerfile, and the arguments that their names are made of. */
export function readStages(text: string): {
  stages: DockerfileStage[]
  args: Map<string, DockerfileArgument>
} {
  const stages: DockerfileStage[] = []
  const args = new Map<string, DockerfileArgument>()
  const valueOf = (name: string) => args.get(name)?.filled
  for (const { keyword, text: rest, line } of instructionsIn(text.split('\n'))) {
    if (keyword === 'ARG' && stages.length === 0)
      for (const [, name, quoted, plain] of rest.matchAll(argument)) {
        const value = quoted ?? plain ?? ''
        args.set(name!, {
          value,
          filled: fillIn(value, valueOf),
          quote: quoted === undefined ? '' : '"',
          line,
        })
      }
    if (keyword !== 'FROM') continue
    for (const { name, alias } of imagesIn(keyword, rest))
      stages.push({ written: name, name: fillIn(name, valueOf), alias, line })
  }
  return { stages, args }
}

const argument = /([A-Za-z_]\w*)=(?:"([^"]*)"|(\S*))/g
