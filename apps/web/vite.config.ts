import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0 },
  server: { proxy: { '/api/v1': 'http://127.0.0.1:8800' } },
})
