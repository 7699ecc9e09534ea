/** The parts of workerd's modules that only tests use. */
/// <reference path="../../api/workerd.d.ts" />
declare module 'cloudflare:test' {
  import type { ObjectState } from 'cloudflare:workers';

  interface TestState extends ObjectState {
    readonly storage: ObjectState['storage'] & { getAlarm(): Promise<number | null> };
  }
  export function runInDurableObject<T>(
    stub: object,
    callback: (instance: object, state: TestState) => T | Promise<T>,
  ): Promise<T>;
  /** Whether there was one. */
  export function runDurableObjectAlarm(stub: object): Promise<boolean>;
  export function listDurableObjectIds(namespace: object): Promise<object[]>;
  /** Ends every object and deletes its storage. */
  export function reset(): Promise<void>;
  /** Ends every object and keeps its storage. */
  export function evictAllDurableObjects(): Promise<void>;
}
