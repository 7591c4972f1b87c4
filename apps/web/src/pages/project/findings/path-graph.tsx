import { describePath } from '@assay/engine/reports/describe-path.ts'
import { report as messages } from '../../../messages/report.ts'
import { type GraphNode, pathGraph } from './path-graph-model.ts'

const texts = messages.security
const [nodeWidth, nodeHeight, gapX, gapY] = [160, 40, 28, 10]

const leftOf = ({ depth }: GraphNode) => depth * (nodeWidth + gapX)
const topOf = ({ row }: GraphNode) => row * (nodeHeight + gapY)

interface Props {
  /** From the project to the package, each entry 'name:version'. */
  paths: readonly (readonly string[])[]
}

/** Dependency paths as a graph; the same paths are shown as text next to it. */
export function PathGraph({ paths }: Props) {
  const { nodes, edges, columns, rows } = pathGraph(paths)
  const width = columns * (nodeWidth + gapX) - gapX
  const height = rows * (nodeHeight + gapY) - gapY
  const ends = new Set(paths.map((path) => path.at(-1)))
  return (
    <div
      role="region"
      aria-label={texts.graph}
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line-soft bg-surface p-3"
    >
      <div
        role="img"
        aria-label={texts.graphOf(nodes.length - 1, paths.length)}
        className="relative"
        style={{ width, height }}
      >
        <svg aria-hidden className="absolute inset-0" width={width} height={height} fill="none">
          {edges.map(({ from, to }) => (
            <path
              key={`${from.id} ${to.id}`}
              d={curve(from, to)}
              stroke="var(--control)"
              strokeWidth="1.25"
            />
          ))}
        </svg>
        {nodes.map((node) => (
          <Node key={node.id} node={node} isEnd={ends.has(node.id)} />
        ))}
      </div>
    </div>
  )
}

function curve(from: GraphNode, to: GraphNode): string {
  const [x1, y1] = [leftOf(from) + nodeWidth, topOf(from) + nodeHeight / 2]
  const [x2, y2] = [leftOf(to), topOf(to) + nodeHeight / 2]
  const bend = Math.max(gapX, Math.abs(x2 - x1)) / 2
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}

/** 'name:version' on two lines; long names are truncated, with a tooltip. */
function Node({ node, isEnd }: { node: GraphNode; isEnd: boolean }) {
  const at = node.id.lastIndexOf(':')
  const [name, version] =
    node.id === '' ? [texts.project, null] : [node.id.slice(0, at), node.id.slice(at + 1)]
  return (
    <div
      title={node.id === '' ? texts.project : describePath([node.id])[0]}
      style={{ left: leftOf(node), top: topOf(node), width: nodeWidth, height: nodeHeight }}
      className={`absolute grid content-center rounded-md border px-2.5 text-xs leading-4 ${isEnd ? 'border-danger bg-surface' : 'border-line bg-raised'}`}
    >
      <span className={`truncate ${node.id === '' ? 'text-soft' : 'font-medium'}`}>{name}</span>
      {version !== null && <span className="tabular truncate text-soft">{version}</span>}
    </div>
  )
}
