declare global {
  /** Vite glob import: the files of a folder as text. */
  interface ImportMeta {
    glob<T>(pattern: string, options: { query: '?raw'; import: 'default'; eager: true }): Record<string, T>
  }
}

/** The guide in the language of this build, about 45 kB, bundled with its page. */
export const files = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default', eager: true })
