import { Link } from '@tanstack/react-router'
import type { Inline, LinkTargets } from './markdown-inline.ts'
import { type Block, readMarkdown } from './markdown-model.ts'

export const Markdown = ({ text, targets = 'web' }: { text: string; targets?: LinkTargets }) => (
  <div className="grid max-w-[75ch] gap-3 text-base [overflow-wrap:anywhere]">
    {readMarkdown(text, targets).map((block, index) => (
      <Part key={index} block={block} />
    ))}
  </div>
)

function Part({ block }: { block: Block }) {
  if (block.kind === 'code')
    return (
      <pre
        tabIndex={0}
        className="m-0 max-h-96 overflow-auto rounded-md border border-line bg-page px-3 py-2 text-xs leading-5 [overflow-wrap:normal]"
      >
        <code>{block.text}</code>
      </pre>
    )
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul'
    return (
      <List className={`m-0 grid gap-1 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
        {block.items.map((item, index) => (
          <li key={index}>
            <Words inline={item} />
          </li>
        ))}
      </List>
    )
  }
  // Below the page's own heading levels.
  const [Tag, style] = styles[block.kind]
  return (
    <Tag className={style}>
      <Words inline={block.inline} />
    </Tag>
  )
}

const styles = {
  heading: ['h3', 'm-0 mt-2 text-sm font-semibold'],
  paragraph: ['p', 'm-0'],
  quote: ['blockquote', 'm-0 border-l-2 border-line pl-3 text-soft'],
} as const

/** Shorter than a line of a phone. */
const unbrokenLength = 24

const Words = ({ inline }: { inline: Inline[] }) =>
  inline.map((part, index) => <Word key={index} {...part} />)

function Word(part: Inline) {
  if (part.kind === 'code') {
    // An option such as --json would break behind its hyphens.
    const wrap = part.text.length <= unbrokenLength ? 'whitespace-nowrap' : ''
    return <code className={`rounded-xs bg-hover px-1 text-[0.9em] ${wrap}`}>{part.text}</code>
  }
  if (part.kind === 'strong') return <strong className="font-semibold">{part.text}</strong>
  if (part.kind === 'emphasis') return <em>{part.text}</em>
  if (part.kind !== 'link') return part.text
  if (part.url.startsWith('/')) {
    const [path = '', hash = ''] = part.url.split('#')
    return (
      <Link to={path} {...(hash !== '' && { hash })} className="text-accent underline">
        {part.text}
      </Link>
    )
  }
  return (
    <a href={part.url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
      {part.text}
    </a>
  )
}
