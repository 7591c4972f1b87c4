import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups.ts'
import { lazySchemas } from './lazy-schemas.ts'

/** One build per language, selected by mode. All builds share one folder and identical files. */
export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(command === 'build' && mode !== sourceLanguage ? [translated(mode)] : []),
    withoutJsonSchemas(),
    withoutStringFormats(),
    withoutUnusedMethods(),
    withoutUnusedParts(),
    withoutSummaries(),
    lazySchemas(),
    withoutPreloading(),
    inlineRuntime(),
    blockingScript(),
    inlineStyles(),
    compressedCopies(),
  ],
  // Page, script, member, metrics and the charts are the whole first view: 5 requests, 200 kB compressed.
  build: {
    emptyOutDir: mode === sourceLanguage,
    copyPublicDir: mode === sourceLanguage,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // CSS is inlined in the page, so lazy chunks must not request it.
    cssCodeSplit: false,
    // What pages share is requested by them: naming it all here costs the first view 2 kB.
    modulePreload: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Compression at the best level takes most of a build, and is meant to.
      checks: { bundlerTimings: false },
      // Chart.js reads its own constants at load time; this lets unused parts be tree-shaken.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The first view names all chunks, and hashes compress worst: 32 bits instead of 48 save 180 bytes.
        hashCharacters: 'hex',
      },
    },
  },
  // As started by npm run dev. '/api' itself is a page.
  server: {
    proxy: { '^/(?:api/|healthz|readyz)': process.env['ASSAY_DEV_API'] ?? 'http://127.0.0.1:8800' },
  },
}))

/** With nothing to preload, Vite's helper around each lazy import only calls it. */
const withoutPreloading = (): Plugin => ({
  name: 'assay:without-preloading',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
})

/** Source language: the others are typed by its texts. */
const sourceLanguage = 'en'

/** Takes messages/<language>/x.ts for messages/x.ts, and calls the page index.<language>.html. */
function translated(language: string): Plugin {
  const folders = ['language', 'messages', 'pages/docs/guide'].map((name) =>
    fileURLToPath(new URL(`src/${name}`, import.meta.url)),
  )
  return {
    name: 'assay:translated',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      if (!found || !folders.includes(dirname(found.id))) return found
      const translation = join(dirname(found.id), language, basename(found.id))
      return existsSync(translation) ? translation : found
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page) page.fileName = `index.${language}.html`
      },
    },
  }
}

/** Removes zod's JSON Schema code, 7 kB of the first view. */
function withoutJsonSchemas(): Plugin {
  return {
    name: 'assay:without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
      handler: (code) =>
        [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
          .map(([, name]) => `export const ${name} = () => undefined`)
          .concat(code.includes('processSchema as process') ? 'export { processSchema as process }' : [])
          .join('\n'),
    },
  }
}

/** Removes the methods of z.string() that z.email() and others replace: they would keep every format in the first view. */
function withoutStringFormats(): Plugin {
  const methods =
    /(\("ZodString", \(inst, def\) => \{[^}]*\}, )\{\n(?: {4}\w+\(params\) \{\n.*\n {4}\},\n)+\}/
  return {
    name: 'assay:without-string-formats',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        if (!methods.test(code)) this.error('The formats of z.string() have moved')
        return code.replace(methods, '$1{}')
      },
    },
  }
}

/** Methods of zod schemas that neither the contract nor the pages call; a call fails where the schema is made. */
const unusedMethods =
  'and|brand|decode|decodeAsync|encode|encodeAsync|endsWith|exactOptional|lowercase|nonoptional|normalize|overwrite|readonly|safeDecode|safeDecodeAsync|safeEncode|safeEncodeAsync|slugify|uppercase|validate|validateAsync|with'

/** They would keep their schema types in the first view. */
function withoutUnusedMethods(): Plugin {
  const method = new RegExp(
    String.raw`^ {4}(?:async )?(?:${unusedMethods})(?:: |\().*\{\n(?: {8}.*\n)+ {4}\},\n`,
    'gm',
  )
  return {
    name: 'assay:without-unused-methods',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        const used = code.replaceAll(method, '')
        if (used === code) this.error('The methods of zod schemas have moved')
        return used
      },
    },
  }
}

/** Parts of zod that the web app cannot use, and what stands in for them. */
const unusedParts: Readonly<Record<string, (code: string) => string>> = {
  // The contract has messages of its own.
  'locales/en.js': () => `export default () => ({ localeError: () => 'Invalid input' })`,
  // Guards against values with cycles, which JSON cannot have.
  'core/memoizer.js': (code) =>
    [...code.matchAll(/^export (?:class|function) (\$?\w+)/gm)]
      .map(([, name]) => `export const ${name} = () => undefined`)
      .join('\n'),
  // Compiles schemas by eval, which the policy of the page forbids.
  'classic/schemas.js': (code) => code.replace('core.$ZodObjectJIT', 'core.$ZodObject'),
}

function withoutUnusedParts(): Plugin {
  return {
    name: 'assay:without-unused-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/(?:locales\/en|core\/memoizer|classic\/schemas)\.js$/ },
      handler(code, id) {
        const used = unusedParts[id.split('/zod/v4/')[1]!]!(code)
        if (used === code) this.error(`What the web app cannot use has moved: ${id}`)
        return used
      },
    },
  }
}

/** Summaries of calls are only needed in the API documentation. */
function withoutSummaries(): Plugin {
  return {
    name: 'assay:without-summaries',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => code.replaceAll(/(\bsummary:)\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g, "$1 ''"),
    },
  }
}

/** The script sets the theme; nothing is painted before, so that a dark page never flashes white. */
function blockingScript(): Plugin {
  return {
    name: 'assay:blocking-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" blocking="render"'),
    },
  }
}

/** The 300-byte runtime of the bundler is inlined into each file that uses it, instead of being a separate file. */
function inlineRuntime(): Plugin {
  return {
    name: 'assay:inline-runtime',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const runtime = Object.values(bundle).find(({ fileName }) => fileName.includes('rolldown-runtime'))
        if (runtime?.type !== 'chunk') return
        const inner = runtime.code.replace(/export\{(.*)\};?\s*$/, (_all, names: string) => {
          return `return{${names.replaceAll(/(\w+) as (\w+)/g, '$2:$1')}}`
        })
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk === runtime) continue
          chunk.imports = chunk.imports.filter((name) => name !== runtime.fileName)
          chunk.code = chunk.code.replace(
            /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]*";/,
            (_all, names: string) => `var{${names.replaceAll(' as ', ':')}}=(()=>{${inner}})();`,
          )
        }
        delete bundle[runtime.fileName]
      },
    },
  }
}

/** For browsers without @property, which lack light-dark() and popovers as well. */
const propertyFallback = /@layer properties\{@supports[^{]*\{[^}]*\}\}\}/

/** The styles come with the page: one request less, and nothing is painted without them. */
function inlineStyles(): Plugin {
  return {
    name: 'assay:inline-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      page.source = String(page.source).replaceAll(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
        (_link, name) => {
          const style = bundle[name]
          if (style?.type !== 'asset') throw new Error(`There is no ${name}`)
          delete bundle[name]
          return `<style>${String(style.source).replace(propertyFallback, '')}</style>`
        },
      )
    },
  }
}

/** Copies that the server sends as they are; browsers take Brotli over TLS and from localhost only. */
function compressedCopies(): Plugin {
  return {
    name: 'assay:compressed-copies',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const { fileName } = file
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(bytes) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        }
      },
    },
  }
}
