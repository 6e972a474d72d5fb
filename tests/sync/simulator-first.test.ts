import { keepsEveryPromiseIn } from './simulator/share.ts';

keepsEveryPromiseIn(0, 2);
