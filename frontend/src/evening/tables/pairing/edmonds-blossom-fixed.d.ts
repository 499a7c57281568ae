declare module "edmonds-blossom-fixed" {
  /**
   * Returns each vertex's partner in a matching of greatest weight, or -1 for none. `isFull`: as many pairs as possible
   * come first.
   */
  export default function findMatching(
    edges: [vertex: number, vertex: number, weight: number][],
    isFull: boolean,
  ): number[]
}
