import { type Article, readArticle } from './model.ts'
import { type Topic, topics } from './topics.ts'

declare global {
  /** Vite glob import: the files of a folder as text. */
  interface ImportMeta {
    glob<T>(pattern: string, options: { query: '?raw'; import: 'default'; eager: true }): Record<string, T>
  }
}

const files = import.meta.glob<string>('./guide/*.md', { query: '?raw', import: 'default', eager: true })

/** The whole guide, about 40 kB, bundled with its page. */
export const articles: ReadonlyMap<Topic, Article> = new Map(
  topics.map((topic) => [topic, readArticle(files[`./guide/${topic}.md`] ?? '')]),
)

export const writtenFiles = Object.keys(files)
