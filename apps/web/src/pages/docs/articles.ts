import { files } from './guide/files.ts'
import { type Article, readArticle } from './model.ts'
import { type Topic, topics } from './topics.ts'

export type Guide = ReadonlyMap<Topic, Article>

export const readGuide = (from: Readonly<Record<string, string>>): Guide =>
  new Map(topics.map((topic) => [topic, readArticle(from[`./${topic}.md`] ?? '')]))

/** The whole guide in the language of this build. */
export const articles = readGuide(files)
