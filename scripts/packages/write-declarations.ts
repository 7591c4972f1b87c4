import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')
const specifier = /(?<=\bfrom\s+|\bimport\()(['"])([^'"]+)\1/g

/**
 * Writes the declarations of the modules and of everything that they name, so that no import leaves the folder but those
 * of published packages. @param modules Paths from the root of the repository. @throws what the compiler reports.
 */
export function writeDeclarations(modules: readonly string[], folder: string): void {
  const draft = mkdtempSync(join(tmpdir(), 'assay-types-'))
  try {
    compile(draft)
    const paths = new Set(modules.map((path) => path.replace(/\.ts$/, '.d.ts')))
    // A set is also visited where it grows.
    for (const path of paths) {
      const text = readFileSync(join(draft, path), 'utf8').replaceAll(
        specifier,
        (whole, quote: string, name: string) => {
          const target = targetOf(path, name)
          if (!target || !existsSync(join(draft, target))) return whole
          paths.add(target)
          return `${quote}${importOf(path, target)}${quote}`
        },
      )
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  } finally {
    rmSync(draft, { recursive: true })
  }
}

/** Other packages of the repository are sources as well: their declarations would be missing otherwise. */
function compile(outDir: string): void {
  const project = join(outDir, 'tsconfig.json')
  const inputs = ['packages/*/src', 'apps/server/src/integrations/*/settings.ts']
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: root,
        outDir,
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: inputs.map((path) => join(root, path)),
      exclude: ['test', 'bench', 'fuzz'].map((kind) => join(root, `**/*.${kind}.ts`)),
    }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The declarations cannot be written:\n${stdout}`)
}

/** './problem.ts' or '@assay/contract/problem.ts' as a path from the root; undefined for a published package. */
function targetOf(from: string, name: string): string | undefined {
  const declaration = name.replace(/\.ts$/, '.d.ts')
  if (name.startsWith('.')) return join(dirname(from), declaration)
  const [, workspace, path] = /^@assay\/([a-z]+)\/(.+)$/.exec(declaration) ?? []
  if (!workspace || !path) return undefined
  return join(workspace === 'server' ? 'apps' : 'packages', workspace, 'src', path)
}

function importOf(from: string, target: string): string {
  const path = relative(dirname(from), target).replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}
