import type { MoveAnswer, NimSum, PositionAnswer, ReplyAnswer, Move } from "../api/types";

export function heapsOf(position: string): number[] | null;
export function nimSum(heaps: number[]): number;
export function nimPosition(heaps: number[]): PositionAnswer;
export function nimMove(before: number[], after: number[]): MoveAnswer;
export function nimWinning(heaps: number[]): Move[];
export function nimReply(heaps: number[], chance?: () => number): ReplyAnswer;
export function nimTable(heaps: number[]): NimSum;
