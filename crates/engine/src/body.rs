//! A method's code as numpy arrays.

use std::sync::Arc;

use numpy::{PyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rustc_hash::FxHashMap;
use snarl_hierarchy::MethodId;
use snarl_ir::{self as ir, Inst, NO_VALUE, Op};

use crate::program::decoded;

type Array<'py, T> = Bound<'py, PyArray1<T>>;
type Lists = (Vec<u16>, Vec<u16>, Vec<u16>, Vec<u32>, Vec<u16>, Vec<u32>, Vec<u32>, Vec<usize>);

/// The code of one method in SSA form, as arrays. `snarl.program.Body` tells what they mean.
#[pyclass(frozen, module = "snarl._engine")]
pub(crate) struct Body {
    program: Arc<ir::Program>,
    method: MethodId,
}

impl Body {
    pub(crate) fn new(program: Arc<ir::Program>, method: MethodId) -> Self {
        Self { program, method }
    }

    fn get(&self) -> &ir::Body {
        match self.program.body(self.method) {
            Some(Ok(body)) => body,
            // A `Body` is only made for a method that has one.
            _ => unreachable!("the method has no body"),
        }
    }

    fn column<'py, T: numpy::Element + Copy>(
        &self,
        py: Python<'py>,
        column: impl Fn(&Inst) -> T,
    ) -> Array<'py, T> {
        let values: Vec<T> = self.get().insts().iter().map(column).collect();
        values.to_pyarray(py)
    }

    fn offsets<'py>(
        &self,
        py: Python<'py>,
        start: impl Fn(&ir::Body, usize) -> usize,
    ) -> Array<'py, u32> {
        let body = self.get();
        let values: Vec<u32> =
            (0..=body.block_count()).map(|block| start(body, block) as u32).collect();
        values.to_pyarray(py)
    }
}

#[pymethods]
impl Body {
    /// What each instruction does: an index into `OPERATIONS`.
    #[getter]
    fn ops<'py>(&self, py: Python<'py>) -> Array<'py, u8> {
        self.column(py, |inst| inst.op as u8)
    }

    /// More about each instruction.
    #[getter]
    fn details<'py>(&self, py: Python<'py>) -> Array<'py, u8> {
        self.column(py, |inst| inst.detail)
    }

    /// A constant-pool index or a small number for each instruction.
    #[getter]
    fn constants<'py>(&self, py: Python<'py>) -> Array<'py, u16> {
        self.column(py, |inst| inst.constant)
    }

    /// The value that each instruction defines, or 2**32 - 1.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Array<'py, u32> {
        self.column(py, |inst| inst.result)
    }

    /// The bytecode index of each instruction.
    #[getter]
    fn indices<'py>(&self, py: Python<'py>) -> Array<'py, u16> {
        self.column(py, |inst| inst.index)
    }

    /// The source line of each instruction, 0 if the class does not say.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> Array<'py, u16> {
        self.column(py, |inst| inst.line)
    }

    /// Whether each instruction can throw an exception that the program can catch.
    #[getter]
    fn throws<'py>(&self, py: Python<'py>) -> Array<'py, bool> {
        let body = self.get();
        let values: Vec<bool> = (0..body.insts().len()).map(|inst| body.can_throw(inst)).collect();
        values.to_pyarray(py)
    }

    /// Where each instruction's operands start; one more, for the end of the last.
    #[getter]
    fn operand_offsets<'py>(&self, py: Python<'py>) -> Array<'py, u32> {
        let body = self.get();
        let starts = body.insts().iter().map(|inst| inst.first_operand);
        let values: Vec<u32> = starts.chain([body.operand_pool().len() as u32]).collect();
        values.to_pyarray(py)
    }

    /// The operands of all instructions.
    #[getter]
    fn operands<'py>(&self, py: Python<'py>) -> Array<'py, u32> {
        self.get().operand_pool().to_pyarray(py)
    }

    /// The type of each value.
    #[getter]
    fn types<'py>(&self, py: Python<'py>) -> Array<'py, u32> {
        let values: Vec<u32> = self.get().types().iter().map(|of| of.to_bits()).collect();
        values.to_pyarray(py)
    }

    /// The name of each value's local variable, or None.
    #[getter]
    fn names(&self) -> Vec<Option<String>> {
        let file = self.program.hierarchy().class(self.method.class).file();
        let text = |&constant: &u16| {
            let name = file.filter(|_| constant != 0)?.constants().utf8(constant).ok()?;
            Some(decoded(name))
        };
        self.get().names().iter().map(text).collect()
    }

    /// Where each block's instructions start; one more, for the end of the last.
    #[getter]
    fn block_offsets<'py>(&self, py: Python<'py>) -> Array<'py, u32> {
        let total = self.get().insts().len();
        self.offsets(py, |body, block| {
            if block < body.block_count() { body.block_insts(block).start } else { total }
        })
    }

    /// (offsets, blocks): where control goes after each block.
    #[getter]
    fn successors<'py>(&self, py: Python<'py>) -> (Array<'py, u32>, Array<'py, u32>) {
        self.csr(py, |body, block| body.successors(block).to_vec())
    }

    /// (offsets, blocks): where control can come from, each block once.
    #[getter]
    fn predecessors<'py>(&self, py: Python<'py>) -> (Array<'py, u32>, Array<'py, u32>) {
        self.csr(py, |body, block| body.predecessors(block).to_vec())
    }

    /// (offsets, blocks, caught classes): exception edges; a class constant of 0 catches everything.
    #[getter]
    fn handlers<'py>(
        &self,
        py: Python<'py>,
    ) -> (Array<'py, u32>, Array<'py, u32>, Array<'py, u16>) {
        let (offsets, blocks) =
            self.csr(py, |body, block| body.handlers(block).iter().map(|it| it.block).collect());
        let body = self.get();
        let all = (0..body.block_count()).flat_map(|block| body.handlers(block));
        let caught: Vec<u16> = all.map(|handler| handler.catch_type).collect();
        (offsets, blocks, caught.to_pyarray(py))
    }

    /// The columns of the instructions as plain lists, all at once: (ops, details, constants, results,
    /// indices, operand offsets, operands, block offsets).
    fn lists(&self) -> Lists {
        let body = self.get();
        let insts = body.insts();
        let starts = insts.iter().map(|inst| inst.first_operand);
        let blocks = (0..body.block_count()).map(|block| body.block_insts(block).start);
        (
            insts.iter().map(|inst| inst.op as u16).collect(),
            insts.iter().map(|inst| u16::from(inst.detail)).collect(),
            insts.iter().map(|inst| inst.constant).collect(),
            insts.iter().map(|inst| inst.result).collect(),
            insts.iter().map(|inst| inst.index).collect(),
            starts.chain([body.operand_pool().len() as u32]).collect(),
            body.operand_pool().to_vec(),
            blocks.chain([insts.len()]).collect(),
        )
    }

    /// The instruction that defines each value, as a list; -1 for none.
    fn definitions(&self) -> Vec<i64> {
        let body = self.get();
        let mut defined = vec![-1; body.types().len()];
        for (at, inst) in body.insts().iter().enumerate().filter(|it| it.1.result != NO_VALUE) {
            defined[inst.result as usize] = at as i64;
        }
        defined
    }

    /// The parameters that each value stems from, as bits, in a list.
    fn stems(&self) -> Vec<u64> {
        ir::stems(self.get())
    }

    /// The instructions that use each value that is used, in the order of the first uses.
    fn uses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let body = self.get();
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); body.types().len()];
        let mut used = Vec::new();
        for at in 0..body.insts().len() {
            for &value in body.operands(at) {
                if uses[value as usize].is_empty() {
                    used.push(value);
                }
                uses[value as usize].push(at);
            }
        }
        let found = PyDict::new(py);
        for value in used {
            found.set_item(value, &uses[value as usize])?;
        }
        Ok(found)
    }

    /// Whether each value is a reference, as a list.
    fn references(&self) -> Vec<bool> {
        self.get().types().iter().map(|of| of.is_reference()).collect()
    }

    /// The instructions that have each operation, by it.
    fn by_op<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut found = [const { Vec::new() }; Op::ALL.len()];
        for (at, inst) in self.get().insts().iter().enumerate() {
            found[inst.op as usize].push(at);
        }
        let by_op = PyDict::new(py);
        for (op, insts) in found.iter().enumerate().filter(|it| !it.1.is_empty()) {
            by_op.set_item(op, insts)?;
        }
        Ok(by_op)
    }

    /// The values of the parameters, by position, as a list; -1 if one is not used.
    fn parameters(&self) -> Vec<i64> {
        let mut found = Vec::new();
        for inst in self.get().insts().iter().filter(|it| it.op == Op::Parameter) {
            let position = usize::from(inst.constant);
            found.resize(found.len().max(position + 1), -1);
            found[position] = i64::from(inst.result);
        }
        found
    }

    /// The calls at each bytecode index that has one.
    fn calls_by_index<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut found: FxHashMap<u16, Vec<usize>> = FxHashMap::default();
        let mut indices = Vec::new();
        for (at, inst) in self.get().insts().iter().enumerate().filter(|it| is_call(it.1)) {
            let calls = found.entry(inst.index).or_default();
            if calls.is_empty() {
                indices.push(inst.index);
            }
            calls.push(at);
        }
        let by_index = PyDict::new(py);
        for index in indices {
            by_index.set_item(index, &found[&index])?;
        }
        Ok(by_index)
    }

    /// The calls in each block, as lists.
    fn calls_by_block(&self) -> Vec<Vec<usize>> {
        let body = self.get();
        let calls = |block| body.block_insts(block).filter(|&at| is_call(&body.insts()[at]));
        (0..body.block_count()).map(|block| calls(block).collect()).collect()
    }

    /// The block of each instruction, as a list.
    fn blocks(&self) -> Vec<usize> {
        let body = self.get();
        (0..body.block_count()).flat_map(|it| body.block_insts(it).map(move |_| it)).collect()
    }

    /// Where control goes from each block, as lists: when nothing is thrown, or only by exceptions, or
    /// both, each block once.
    #[pyo3(signature = (*, plain, thrown))]
    fn flow(&self, plain: bool, thrown: bool) -> Vec<Vec<u32>> {
        let body = self.get();
        let successors = |block| body.successors(block).iter().copied().filter(|_| plain);
        let handlers = |block| body.handlers(block).iter().map(|it| it.block).filter(|_| thrown);
        (0..body.block_count())
            .map(|block| {
                let mut found: Vec<u32> = Vec::new();
                for next in successors(block).chain(handlers(block)) {
                    if !(plain && thrown && found.contains(&next)) {
                        found.push(next);
                    }
                }
                found
            })
            .collect()
    }

    /// (offsets, keys): the keys of the switch that ends each block.
    #[getter]
    fn switch_keys<'py>(&self, py: Python<'py>) -> (Array<'py, u32>, Array<'py, i32>) {
        self.csr(py, |body, block| body.switch_keys(block).to_vec())
    }
}

impl Body {
    fn csr<'py, T: numpy::Element + Copy>(
        &self,
        py: Python<'py>,
        list: impl Fn(&ir::Body, usize) -> Vec<T>,
    ) -> (Array<'py, u32>, Array<'py, T>) {
        let body = self.get();
        let mut offsets = vec![0_u32];
        let mut items = Vec::new();
        for block in 0..body.block_count() {
            items.extend(list(body, block));
            offsets.push(items.len() as u32);
        }
        (offsets.to_pyarray(py), items.to_pyarray(py))
    }
}

fn is_call(inst: &Inst) -> bool {
    matches!(inst.op, Op::Invoke | Op::InvokeDynamic)
}
