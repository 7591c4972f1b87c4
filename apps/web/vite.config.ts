import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss(), blockingScript(), compressedCopies()],
  // One script is the whole first view: 200 kB compressed is its limit.
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  server: { proxy: { '/api/v1': 'http://127.0.0.1:8800' } },
})

/** The script sets the theme; nothing is painted before, so that a dark page never flashes white. */
function blockingScript(): Plugin {
  return {
    name: 'assay:blocking-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
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
