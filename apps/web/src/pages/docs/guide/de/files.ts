export const files = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default', eager: true })
